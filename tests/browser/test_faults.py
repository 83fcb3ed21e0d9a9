"""A page that is reloaded and a server that is killed: the question is still there, and the game goes on."""

from tests.browser.conftest import Seating
from tests.browser.seats import Server, play, until


def test_a_reload_in_mid_question_changes_nothing(seated: Seating) -> None:
    [ada] = seated(["Ada"])
    play([ada], lambda: False, 2)
    until(lambda: ada.asked, "Ada is never asked")
    question = ada.question
    ada.state = None
    ada.page.reload()
    until(lambda: ada.asked, "the question is lost")
    assert ada.question == question
    assert play([ada], lambda: ada.question != question, 20)


def test_a_server_killed_in_mid_question_goes_on_when_it_is_back(seated: Seating, server: Server) -> None:
    [ada] = seated(["Ada"])
    play([ada], lambda: False, 2)
    until(lambda: ada.asked, "Ada is never asked")
    question = ada.question
    log = ada.page.locator("[role=log] p").count()
    server.kill()
    ada.page.get_by_text("Connected").wait_for(state="detached")
    server.start()
    ada.page.get_by_text("Connected").wait_for()
    until(lambda: ada.asked, "the question is lost")
    assert ada.question == question
    assert ada.page.locator("[role=log] p").count() == log
    assert play([ada], lambda: ada.question != question, 20)
