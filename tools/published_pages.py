"""Sphinx extension: what a page needs on a site, and where its notebook runs.

A description and a page for lost addresses it has always. All that names a site waits
until pyproject.toml names the repository: canonical links and cards for those who share
a page, the site's map, buttons to Colab and Binder, the wheel that notebooks install.
"""

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import shorten
from urllib.parse import urlsplit

import nbformat
from docutils import nodes
from publishing import (
    ROOT,
    edit_address,
    launch_addresses,
    published,
    wheel_name,
    whole_links,
)

WORDS = ROOT / "assets" / "site_words.en.json"
LINK = re.compile(r'\b(href|src|action)="(?![a-z]+:|[#/])')


# ---- each page ---------------------------------------------------------------------


def name_site(app, config):
    """Give Sphinx the site's address, and so each page its canonical one."""
    book = published()
    if book:
        config.html_baseurl = config.ogp_site_url = book.site
        config.ogp_site_name = config.html_title
        mark = str(ROOT / "assets" / "figures" / "mark.png")
        config.ogp_social_cards = {"line_color": "#0072B2", "image_mini": mark}
        config.ogp_enable_meta_description = False  # `describe` writes one always


def describe(app, pagename, templatename, context, doctree):
    """Describe a page by its first words, a chapter's question and what to try."""
    if doctree:
        found = doctree.findall(nodes.paragraph)
        first = [one for one in found if isinstance(one.parent, nodes.section)][:2]
        text = shorten(" ".join(map(words_of, first)), 160, placeholder=" …")
        meta = f'<meta name="description" content="{html.escape(text)}" />'
        context["metatags"] += meta


def words_of(paragraph):
    """Return a paragraph's text without the HTML that stands in it."""
    found = paragraph.findall(nodes.Text)
    return "".join(text for text in found if not isinstance(text.parent, nodes.raw))


def add_buttons(app, pagename, templatename, context, doctree):
    """Add to the theme's buttons where the notebook runs, and where it is edited."""
    book, suffix = published(), context.get("page_source_suffix")
    if not suffix:
        context["pageurl"] = None  # the search, a lost address: no page to be found
    if not book or not suffix:
        return
    words = json.loads(WORDS.read_text("utf-8"))
    buttons = context["header_buttons"]
    edit = edit_address(book, pagename + suffix)
    buttons.append(link_button(edit, words["edit"], icon="fas fa-pencil-alt"))
    if suffix == ".ipynb":
        services = [
            link_button(address, words["launch"].format(service=service), service)
            for service, address in launch_addresses(book, pagename).items()
        ]
        group = {"type": "group", "label": "launch-buttons", "icon": "fas fa-rocket"}
        buttons.insert(0, group | {"tooltip": words["elsewhere"], "buttons": services})


def link_button(url, tooltip, text=None, icon=None):
    """Return a button as the theme's template takes it."""
    return {"type": "link", "url": url, "tooltip": tooltip, "text": text, "icon": icon}


def lost_page(app):
    """Give the page that a server shows for an address that leads nowhere."""
    words = json.loads(WORDS.read_text("utf-8"))["lost"]
    front = app.builder.get_target_uri(app.config.root_doc)
    text = words["text"].format(front=front)
    body = f"<h1>{words['title']}</h1><p>{text}</p>"
    yield "404", {"title": words["title"], "body": body}, "page.html"


def from_anywhere(page, path):
    """Make the links of a page whole: it is shown at whatever address was not found."""
    page = LINK.sub(lambda start: start[0] + path, page)
    page = page.replace('data-content_root="./"', f'data-content_root="{path}"')
    return page.replace('"_static/', f'"{path}_static/')  # in the list of scripts


# ---- the site ----------------------------------------------------------------------


def complete_site(app, error):
    """Write what a site has besides its pages; most of it once the site has a name."""
    book, folder = published(), Path(app.outdir)
    if error or app.builder.format != "html":
        return
    front = folder / app.builder.get_target_uri(app.config.root_doc)
    door = redirect(front.read_text("utf-8"), front.relative_to(folder).as_posix())
    (folder / "index.html").write_text(door, encoding="utf-8")
    if not book:
        return
    pages = [app.builder.get_target_uri(name) for name in sorted(app.env.found_docs)]
    (folder / "sitemap.xml").write_text(sitemap(book.site, pages), encoding="utf-8")
    lost = folder / "404.html"
    path = urlsplit(book.site).path
    lost.write_text(from_anywhere(lost.read_text("utf-8"), path), encoding="utf-8")
    for notebook in folder.glob("_sources/chapters/*.ipynb"):
        publish_notebook(notebook, book.site)
    build_wheel(folder / "_wheels", book.version)


def sitemap(site, pages):
    """Return the map of a site: the address of each page."""
    urls = "".join(
        f"<url><loc>{html.escape(site + page)}</loc></url>" for page in pages
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    start = '<?xml version="1.0" encoding="utf-8"?>\n'
    return f'{start}<urlset xmlns="{space}">{urls}</urlset>\n'


def redirect(front, path):
    """Return the page of the bare address: it leads to the front page, and says of
    itself what that page says, for those that only read its head."""
    head = re.findall(
        r'<(?:meta (?:name|property)=|title>|link rel="canonical").*', front
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">'
        f'<meta http-equiv="Refresh" content="0; url={path}" />\n'
        '<link rel="icon" href="_static/favicon.svg"/>\n' + "\n".join(head)
    )


def publish_notebook(path, site):
    """Make the links of a notebook whole: it is read where no other one lies near."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = whole_links(cell.source, site)
    path.write_text(nbformat.writes(notebook, version=4) + "\n", encoding="utf-8")


def write_sources_as_scripts(app, error):
    """Write each page's source as a script too: see assets/static/download.js."""
    if error or app.builder.format != "html":
        return
    for path in Path(app.outdir, "_sources").rglob("*.*"):
        if path.suffix != ".js":
            script = f"globalThis.pageSource = {json.dumps(path.read_text('utf-8'))};\n"
            path.with_name(f"{path.name}.js").write_text(script, encoding="utf-8")


def build_wheel(folder, version):
    """Build the library's wheel, from a copy: pip leaves files of its own."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / "lib", Path(copy, "lib"), ignore=unwanted)
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", copy, "--wheel-dir", folder,
             "--quiet", "--no-deps", "--no-build-isolation",
             "--disable-pip-version-check"],
            check=True,
        )  # fmt: skip
    if not (folder / wheel_name(version)).is_file():
        raise FileNotFoundError(f"pip built no {wheel_name(version)} in {folder}")


def setup(app):
    if published():
        app.setup_extension("sphinxext.opengraph")
    app.connect("config-inited", name_site)
    app.connect("html-collect-pages", lost_page)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", add_buttons, priority=600)  # after the theme's
    app.connect("build-finished", complete_site, priority=970)  # after the pages
    app.connect("build-finished", write_sources_as_scripts, priority=980)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
