"""How the HTML report looks: on a phone and on paper, in light and in dark, without anything from outside."""

from base64 import b64encode
from hashlib import sha256

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2024; --soft: #5b636b; --line: #cfd5da; --shade: #f3f5f7;
  --link: #0a58b5; --alarm: #9a4b00; --alarm-shade: #fff4e5;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e4e7ea; --soft: #a0a8b0; --line: #3a4148; --shade: #1e2327;
    --link: #7db4ff; --alarm: #ffb866; --alarm-shade: #2c2113;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 1rem 1rem 3rem; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.4em 0 0.5em; scroll-margin-top: 0.5rem; }
h1 { font-size: 1.6rem; margin-top: 0.6em; }
h2 { font-size: 1.3rem; border-bottom: 1px solid var(--line); padding-bottom: 0.2em; margin-top: 2em; }
h3 { font-size: 1.08rem; }
p, ul, ol { margin: 0.6em 0; }
ul, ol { padding-left: 1.4rem; }
li { margin: 0.15em 0; }
a { color: var(--link); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0; }
blockquote { margin: 0.8em 0; padding: 0.1em 1em; border-left: 0.25rem solid var(--line); background: var(--shade); }
aside { margin: 0.8em 0; padding: 0.2em 1em; border: 2px solid var(--alarm); background: var(--alarm-shade); }
aside strong { color: var(--alarm); }
nav { margin: 1.4em 0; padding: 0.2em 1em; background: var(--shade); }
nav p { color: var(--soft); margin-bottom: 0; }
nav ul { columns: 14rem; margin-top: 0.3em; }
pre, code { font-family: ui-monospace, Consolas, "Liberation Mono", monospace; font-size: 0.88em; }
code { background: var(--shade); padding: 0.05em 0.25em; }
pre { overflow-x: auto; overflow-wrap: normal; padding: 0.8em 1em; background: var(--shade); line-height: 1.4; }
pre code { padding: 0; font-size: 1em; }
pre.display { font-size: clamp(0.6rem, 3vw, 0.9rem); line-height: 1.2; }
.wide { overflow-x: auto; margin: 0.8em 0; }
table { border-collapse: collapse; min-width: max(100%, 38rem); font-size: 0.93em; overflow-wrap: normal; }
th, td { border: 1px solid var(--line); padding: 0.35em 0.6em; text-align: left; vertical-align: top; }
th { background: var(--shade); white-space: nowrap; }
td { max-width: 26rem; overflow-wrap: break-word; }
@media print {
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  .wide, pre { overflow: visible; }
  pre { white-space: pre-wrap; }
  pre.display { white-space: pre; }
  table { min-width: 100%; font-size: 8pt; }
  th { white-space: normal; }
  td { overflow-wrap: anywhere; }
  h1, h2, h3, h4 { break-after: avoid; }
  tr, li, aside, pre { break-inside: avoid; }
}
"""

# No script, no picture, no frame, no form, nothing loaded; of styles only this one.
POLICY = (
    "default-src 'none'; "
    f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'"
)
