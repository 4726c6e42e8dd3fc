"""Every address of the published book follows from its repository's name.

pyproject.toml names it, and nothing else does. Until then there is no address: no page
has a button that leads to nobody's repository, and no notebook installs from one.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")
SITE = re.compile(r"https://[a-z0-9.-]+/([\w.~-]+/)*")
COLAB = "colab"  # the branch of notebooks that the workflow writes: see whole_links
# A link to another chapter, as Jupyter and Sphinx know it: [text](slug.ipynb#part)
CHAPTER_LINK = re.compile(r"\]\((\w+)\.(?:ipynb|md)(#[^)\s]*)?\)")


class Published(NamedTuple):
    """Where the book is published."""

    repository: str  # "owner/name" on GitHub
    site: str  # "https://owner.github.io/name/"
    version: str  # of the library


def published(project=None):
    """Return where pyproject.toml says that the book is published, or None."""
    project = project or tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = project["tool"]["glassbox"]
    repository, site = named["repository"], named["site"]
    if not repository and not site:
        return None
    if not REPOSITORY.fullmatch(repository):
        raise ValueError(
            "repository in pyproject.toml must be the name of one on GitHub, "
            f'"owner/name"; got "{repository}"'
        )
    if site and not SITE.fullmatch(site):
        raise ValueError(
            "site in pyproject.toml must be an address from https:// to a last /; "
            f'got "{site}"'
        )
    return Published(
        repository, site or github_pages(repository), project["project"]["version"]
    )


def github_pages(repository):
    """Return the address that GitHub Pages gives a repository's site."""
    owner, name = repository.lower().split("/")[0], repository.split("/")[1]
    host = f"{owner}.github.io"
    return f"https://{host}/" + ("" if name.lower() == host else f"{name}/")


def wheel_name(version):
    """Return the file name of the library's wheel."""
    return f"glassbox-{version}-py3-none-any.whl"


def library_address(book):
    """Return what pip installs for a notebook that stands alone; "" while unnamed.

    It has the version in it: a notebook runs with the library it was written for.
    """
    return f"{book.site}_wheels/{wheel_name(book.version)}" if book else ""


def launch_addresses(book, pagename):
    """Return where a chapter's notebook runs elsewhere: by service, its address."""
    slug = pagename.split("/")[-1]
    colab = f"https://colab.research.google.com/github/{book.repository}/blob/{COLAB}"
    binder = f"https://mybinder.org/v2/gh/{book.repository}/HEAD"
    return {
        "Colab": f"{colab}/{slug}.ipynb",
        "Binder": f"{binder}?urlpath=lab/tree/{pagename}.ipynb",
    }


def edit_address(book, source):
    """Return where a page's source can be edited."""
    return f"https://github.com/{book.repository}/edit/main/{source}"


def whole_links(markdown, site):
    """Make links to other chapters whole: a notebook that lies alone needs them."""
    return CHAPTER_LINK.sub(rf"]({site}chapters/\1.html\2)", markdown)


if __name__ == "__main__":  # the workflow publishes what has a name
    book = published()
    print(book.site if book else "")
