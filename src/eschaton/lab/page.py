"""A report as one page that needs nothing else: plots are pictures inside it, and nothing is fetched from anywhere."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

import vl_convert

from eschaton.lab.section import ReportSection
from eschaton.lab.study import Study
from eschaton.lab.tables import write_whole

STYLE = """
:root { color: #22303c; background: #f6f4ef; font: 17px/1.55 Georgia, "Times New Roman", serif; }
body { max-width: 52rem; margin: 2.5rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; } h2 { margin-top: 2.6rem; border-bottom: 1px solid #c9d1d6; }
ul { padding-left: 1.2rem; } nav a { margin-right: 1rem; color: #8c2f39; }
.warning { background: #fbeedb; border-left: 4px solid #b07d2b; padding: .5rem .8rem; margin: .6rem 0; }
figure { margin: 1.2rem 0; background: #fff; padding: 1rem; overflow-x: auto; } figure img { max-width: 100%; }
figcaption { color: #5a6770; font-size: .9rem; }
details { margin: .8rem 0; } summary { cursor: pointer; }
table { border-collapse: collapse; font-size: .88rem; } th, td { text-align: left; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid #e4e0d6; vertical-align: top; }
"""
HOW_TO_READ = (
    "Every share stands with its 95 % interval in brackets. Where two intervals lie apart, chance is an unlikely "
    "reason; where they meet, nothing is shown."
)
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def write_page(path: Path, study: Study, sections: list[ReportSection]) -> None:
    """Write the page."""
    write_whole(path, page(study, sections).encode())


def write_pictures(folder: Path, sections: list[ReportSection]) -> list[Path]:
    """Write every plot as a picture of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for section in sections:
        if section.chart is not None:
            path = folder / f"{section.key}.svg"
            write_whole(path, picture(section).encode())
            written.append(path)
    return written


def picture(section: ReportSection) -> str:
    """A plot as SVG."""
    assert section.chart is not None
    drawn: str = vl_convert.vegalite_to_svg(section.chart.to_json())
    return drawn


def page(study: Study, sections: list[ReportSection]) -> str:
    """The page as HTML."""
    title = escape(study.title)
    links = " ".join(f'<a href="#{section.key}">{escape(section.title)}</a>' for section in sections)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body>",
        f"<h1>{title}</h1><nav>{links}</nav>",
        f"<p>{HOW_TO_READ}</p>",
        *map(section_html, sections),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def section_html(section: ReportSection) -> str:
    """One section."""
    parts = [f'<section id="{section.key}"><h2>{escape(section.title)}</h2>']
    parts += ["<ul>", *(f"<li>{escape(sentence)}</li>" for sentence in section.sentences), "</ul>"]
    parts += [f'<p class="warning" role="note">{escape(warning)}</p>' for warning in section.warnings]
    if section.chart is not None:
        shown = base64.b64encode(picture(section).encode()).decode()
        caption = escape(section.caption)
        parts.append(f'<figure><img alt="{caption}" src="data:image/svg+xml;base64,{shown}">')
        parts.append(f"<figcaption>{caption}.</figcaption></figure>")
    if section.rows:
        heads = "".join(f"<th>{escape(head)}</th>" for head in section.heads)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in section.rows)
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        parts.append(f"<details><summary>All numbers</summary>{table}</details>")
    return "\n".join([*parts, "</section>"])
