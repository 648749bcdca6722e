"""Recognizes error messages about a request that is too long for a model or a rate limit.

There is no common code, and each server words it in its own way; so patterns look for a sentence in
which the size of the request exceeds a limit.
"""

import re

READ = 4_000
"""Number of characters of a message that are searched."""
SENT = (
    r"\b(prompt|inputs?|conversation|context|messages?|string|text|(?<!stop )sequence|request"
    r"|payload|entity|body(?!\.))"
)
"""Words for the request; `body.` begins the name of a part of it."""
LINK = r"([ (:]+(tokens?|length|len|size|count|total|of|has|is|are|was|with|[\d,.]+)\)?)"
"""Words between those and the limit: measures and numbers."""
LENGTH = (
    rf"\b((prompt|inputs?|conversation|context|messages?|sequence){LINK}{{0,6}}"
    rf"|(request|string|payload|body(?!\.)){LINK}{{0,3}}[ (]+(tokens?|length|size){LINK}{{0,4}})"
)
"""The length of the request; it has to be named, as a request can be too large in other ways."""
MOST = r"(the )?max(imum)?([ _](?!queue|concurr|wait)[a-z]+)?[ _](len|size|tokens? (?!limit))"
ALLOWED = (
    r"((the|this|that|your|its|our) )?([\w']+ ){0,2}(max|limit|model|context|allowed|supported"
    r"|[\d,]+ tokens)"
)
BEYOND = r"(exceed(s|ed)?|(greater|larger|longer|bigger|more) than)"
SURE = re.compile(
    r"(reduce|shorten) (the length of )?(the|your) (input|prompt|messages|conversation)"
    r"|context.?(length|window|size|limit)|context overflow|num_ctx\b.{0,20} smaller than"
    r"|max(imum)?[ _]([a-z]+[ _])?(prompt|input|sequence|seq|model)[ _]len"
    r"|expected max.?length:? [\d,]+, actual|must have (less|fewer) than [\d,]+ tokens"
    r"|range of input length should be"
    r"|tokens must be at least 1, got (-|0\b)|tokens\b(\W{1,3}|.{0,30} (got|is|was) )-(?!1\b)\d"
    r"|kv cache is full|space in the kv cache|(prompt|input|context|request).too.(long|large)"
    r"|(输入|内容|提示词?|上下文|消息|文本|prompt)\S{0,8} ?(过长|太长|超长)"
    r"|(输入|上下文|文本|prompt)\S{0,8} ?(超过|超出)\S{0,12}(长度|限制|上限)",
    re.IGNORECASE,
)
"""Phrases that settle it: the limit of a context or prompt, or a negative remainder."""
LIKELY = re.compile(
    rf"{SENT}( token)?( length| size)?( you \w+)? (is |are |was )?too (long|large|big)"
    rf"|{SENT}\b.{{0,60}}too (long|large|big) for (a |the |this )?(\S+ )?model with\b"
    r"|too many (input |prompt )?tokens|too many ((input|prompt|total|text) )+(bytes|characters)"
    r"|(token count|\btokens).{0,40} exceed"
    r"|exceed.{0,40}\b(token limit|limit of [\d,]+ tokens)"
    rf"|{SENT}\b.{{0,40}}\b(greater|larger|longer|more) than {MOST}|{SENT}( \w+)? exceeds? {MOST}"
    rf"|{LENGTH} {BEYOND} {ALLOWED}"
    r"|\b(prompt|input|sequence)( token)? (length|tokens)\b([^.]|\.\d){0,80} exceed"
    r"|\b(prompt|inputs?|total)\b.{0,20} tokens\b.{0,30}must be (<|at most|less|below)"
    rf"|(?=.{{0,60}}(token|length)){LENGTH},? but\b.{{0,40}}\b(max|only|at most|limit)"
    r"|\b(prompt|inputs?|request|sequence|messages?)\b.{0,40}(not|n't) fit (in|into|within)\b",
    re.IGNORECASE,
)
"""The request exceeds something: also said of rates, times and output."""
OUTPUT = re.compile(
    r"max.?((completion|output|new).?)?tokens|(completion|output) tokens", re.IGNORECASE
)
INPUT = re.compile(
    r"\b(prompt|inputs?|conversation|context|messages|sequence)\b(?! should)", re.IGNORECASE
)
"""Matches a mention of the input beside an output limit: then the message is about both."""
RATE = re.compile(
    r"per.(minute|min|hour|day|second)|hourly|daily|monthly|\b[rt]p[md]\b|rate.?limit|quota|concurren|queue",
    re.IGNORECASE,
)
"""Matches words for calls in a time, or at once."""
WAIT = re.compile(r"\b(please wait|waits?|took|takes|seconds?)\b", re.IGNORECASE)
NEVER = re.compile(r"request too large|too large for (this|the|your) (model|limit)", re.IGNORECASE)
"""Phrases for a request that a rate limit can never let through, beside the limit itself."""
ASKED = re.compile(
    r"limit\D{0,12}(?P<limit>\d[\d,_]{0,18})\D{1,40}requested\D{0,12}(?P<asked>\d[\d,_]{0,18})"
    r"|requested\D{0,12}(?P<asked_first>\d[\d,_]{0,18})\D{1,40}"
    r"limit\D{0,12}(?P<limit_last>\d[\d,_]{0,18})",
    re.IGNORECASE,
)
"""Matches the limit and the requested amount."""
TOKENS = re.compile(r"token|\btp[md]\b", re.IGNORECASE)
LATER = re.compile(
    r"remain|\bleft\b|concurren|again in\b|retry (after|in)\b|\brequests\b", re.IGNORECASE
)
"""Matches signs that the same request may fit later, or that requests are counted."""


def is_overflow(said: str) -> bool:
    """Return True if a message or code says that a request exceeds the model's context."""
    said = said[:READ]
    if SURE.search(said):
        return True
    if RATE.search(said) or WAIT.search(said) or (OUTPUT.search(said) and not INPUT.search(said)):
        return False
    return LIKELY.search(said) is not None


def never_fits(said: str) -> bool:
    """Return True if a message says that a request exceeds the whole rate limit."""
    said = said[:READ]
    if LATER.search(said):
        return False
    numbers = ASKED.search(said)
    if numbers is not None and TOKENS.search(said):
        asked, limit = (
            int(re.sub(r"\D", "", numbers[first] or numbers[second]))
            for first, second in (("asked", "asked_first"), ("limit", "limit_last"))
        )
        return asked > limit
    if NEVER.search(said):
        return True
    return is_overflow(said) and not RATE.search(said)
