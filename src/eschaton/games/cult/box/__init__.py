"""What lies in the box: dice, tokens, boards, and what is printed on cards."""
