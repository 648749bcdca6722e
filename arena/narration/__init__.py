"""Records in sentences, for the faces and for prompts alike.

`narrator` tells a game from one perspective, record by record; `words` names things, a dialect says
what only one family has.
"""
