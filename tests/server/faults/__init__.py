"""What a server lives through: killed, without its database, on a full or slow disk, with its clock set.

After each fault the same is asked: every answer that was acknowledged is there, once, and every table goes on.
"""
