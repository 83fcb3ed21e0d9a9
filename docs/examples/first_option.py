"""A bot that is a program of its own: it always takes the first thing that is offered.

It needs nothing but Python, and shows all that a program in any language has to do:

    eschaton play --seats "you,process:python3 docs/examples/first_option.py"
"""

import json
import sys


def say(message):
    """Send one message, on a line of its own."""
    print(json.dumps(message), flush=True)


def answer(question):
    """The first legal answer that comes to mind; see docs/protocol.md for the kinds of questions."""
    keys = [option["key"] for option in question["options"]]
    limits = question["limits"]
    match question["kind"]:
        case "Choose":
            return keys[0]
        case "ChooseSome":
            return keys[: limits["least"]]
        case "Assign":
            return assigned(limits["places"], limits["most"])
        case "Order":
            return keys
        case "Amount":
            return limits["least"]


def assigned(places, most):
    """Every item on the first of its places that still takes one."""
    given = {}
    for item, allowed in places.items():
        room = [place for place in allowed if list(given.values()).count(place) < most.get(place, len(places))]
        if room:
            given[item] = room[0]
    return given


say({"type": "hello", "version": 2})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "observation" and message["state"].get("question"):
        question = message["state"]["question"]
        given = {"type": "answer", "ref": question["id"], "seat": message["seat"], "ask": question["id"]}
        say({**given, "answer": answer(question)})
    elif message["type"] == "problem":
        print(f"refused: {message['message']}", file=sys.stderr)
