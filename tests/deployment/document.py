"""The shell blocks of docs/deployment.md, which bin/try-deployment runs as they stand."""

import re


def blocks(document: str, heading: str) -> list[str]:
    """The shell blocks below a heading, in order. Raises LookupError if there is no such heading."""
    sections = re.split(r"^## (.*)\n", document, flags=re.M)
    section = sections[sections.index(heading) + 1] if heading in sections else None
    if section is None:
        raise LookupError(f"docs/deployment.md has no heading “{heading}”")
    return re.findall(r"^```sh\n(.*?)^```$", section, flags=re.M | re.S)
