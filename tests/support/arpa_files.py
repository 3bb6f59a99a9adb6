"""Small ARPA files and counts for tests, whose values are worked out by hand beside the tests that use them."""

TINY = """\\data\\
ngram 1=6
ngram 2=4

\\1-grams:
-99\t<s>\t-0.30103
-0.60206\t</s>
-1.0\t<unk>
-0.90309\tfoxes\t-0.1
-0.69897\tsleep\t-0.2
-1.20412\tsleeps\t0

\\2-grams:
-0.30103\t<s> foxes
-0.30103\tfoxes sleep
-0.90309\tfoxes sleeps
-0.15490\tsleep </s>

\\end\\
"""

UNIGRAMS = """\\data\\
ngram 1=4

\\1-grams:
-99\t<s>
-0.5\t</s>
-1.0\t<unk>
-0.9\tfoxes

\\end\\
"""

COUNTS = "<unk>\t2\n<eos>\t2\nthe\t8\nfox\t4\n"
"""Counts of words for the frequency baseline; of 16: 3, 3, 1 and 2 bits."""


def write(path, text):
    path.write_bytes(text.encode("utf-8"))
    return path
