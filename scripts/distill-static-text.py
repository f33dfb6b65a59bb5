"""
English texts that may be used freely -> sentences.txt, a sentence a line, for scripts/distill-static-model.py.

The texts are those of Debian packages, unpacked below one directory (`apt-get download`, `dpkg-deb -x`): wordnet-base (WordNet
licence), postgresql-doc-15 (PostgreSQL licence), python3.11-doc (PSF licence), rust-doc (MIT or Apache-2.0), nodejs-doc (MIT).

    python scripts/distill-static-text.py UNPACKED sentences.txt
"""

import gzip
import html
import re
import sys
from pathlib import Path

SENTENCE_END = re.compile(r'(?<=[.!?])\s+(?=[A-Z"(])')
HTML = ["doc/postgresql-doc-15", "doc/python3.11/html", "doc/rust-doc/html/book", "doc/rust-doc/html/reference", "doc/rust-doc/html/std"]


def main():
    share, out = Path(sys.argv[1]) / "usr/share", Path(sys.argv[2])
    texts = [*wordnet(share / "wordnet"), *markdown(share / "doc/nodejs")]
    for directory in HTML:
        for file in sorted((share / directory).rglob("*.html")):
            texts.extend(paragraphs(file.read_text(encoding="utf-8", errors="ignore")))
    sentences = (re.sub(r"\s+", " ", part).strip() for text in texts for part in SENTENCE_END.split(text.strip()))
    kept = list(dict.fromkeys(sentence for sentence in sentences if is_prose(sentence)))
    out.write_text("\n".join(kept) + "\n", encoding="utf-8")
    print(f"{len(kept)} sentences")


def is_prose(sentence):
    return 20 <= len(sentence) <= 400 and sum(map(str.isalpha, sentence)) > 0.6 * len(sentence)


def wordnet(directory):
    """Words with their meaning, and the examples: https://wordnet.princeton.edu/documentation/wndb5wn"""
    for file in sorted(directory.glob("data.*")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue
            fields, gloss = line.split("|", 1)
            fields = fields.split()
            words = [re.sub(r"\(.*?\)", "", word).replace("_", " ") for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
            parts = [part.strip() for part in gloss.split(";")]
            yield ", ".join(words) + ": " + "; ".join(part for part in parts if not part.startswith('"'))
            yield from (part.strip('" ') for part in parts if part.startswith('"'))


def paragraphs(page):
    page = re.sub(r"(?s)<(script|style|pre|nav|head).*?</\1>", " ", page)
    for paragraph in re.findall(r"(?s)<(?:p|li|dd|h\d)[ >].*?</(?:p|li|dd|h\d)>", page):
        yield html.unescape(re.sub(r"<[^>]*>", "", paragraph))


def markdown(directory):
    for file in sorted(directory.rglob("*.md*")):
        text = (gzip.open(file) if file.suffix == ".gz" else file.open("rb")).read().decode(errors="ignore")
        for paragraph in re.sub(r"(?s)```.*?```", "", text).split("\n\n"):
            yield re.sub(r"[`*#\[]|\]\([^)]*\)|\]", "", paragraph)


main()
