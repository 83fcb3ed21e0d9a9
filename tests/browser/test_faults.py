"""A page that is reloaded and a server that is killed: the question is still there, and the game goes on."""

from tests.browser.conftest import Seating
from tests.browser.seats import Server, play_some, play_until, until


def test_a_reload_in_mid_question_changes_nothing(seated: Seating) -> None:
    [ada] = seated(["Ada"])
    play_some([ada], 6)
    question = ada.question
    ada.state = None
    ada.page.reload()
    until(lambda: ada.asked, "the question is lost")
    assert ada.question == question
    play_until([ada], lambda: ada.question != question, "the game does not go on")


def test_a_server_killed_in_mid_question_goes_on_when_it_is_back(seated: Seating, server: Server) -> None:
    [ada] = seated(["Ada"])
    play_some([ada], 6)
    question = ada.question
    log = ada.page.locator("[role=log] p").count()
    server.kill()
    ada.page.get_by_text("Connected").wait_for(state="detached")
    server.start()
    ada.page.get_by_text("Connected").wait_for()
    until(lambda: ada.asked, "the question is lost")
    assert ada.question == question
    assert ada.page.locator("[role=log] p").count() == log
    play_until([ada], lambda: ada.question != question, "the game does not go on")
