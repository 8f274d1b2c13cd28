"""How the HTML report looks: on a phone and on paper, in light and in dark, without anything from outside."""

from base64 import b64encode
from hashlib import sha256

STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d5dae0; --shade: #f5f7f9; --link: #0a58b5;
  --good: #1a7f37; --good-shade: #e8f6ec; --bad: #b3261e; --bad-shade: #fdeeec;
  --warning: #8a5300; --warning-shade: #fff5e2; --neutral: #2457b3; --neutral-shade: #ebf2fd;
  --muted: #59636e; --muted-shade: #f1f3f5; --on-bar: #ffffff;
  --one: #2457b3; --two: #7a3ea1; --three: #0f766e; --four: #9a4b00; --five: #59636e;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --ink: #e6e9ec; --soft: #a3abb3; --line: #363d44; --shade: #1c2125; --link: #7db4ff;
    --good: #63d48c; --good-shade: #12291b; --bad: #ff938a; --bad-shade: #321614;
    --warning: #f2b75c; --warning-shade: #2d2211; --neutral: #8ab6ff; --neutral-shade: #15243d;
    --muted: #a3abb3; --muted-shade: #22282d; --on-bar: #101316;
    --one: #8ab6ff; --two: #cf9df0; --three: #5fd0c5; --four: #f2b75c; --five: #a3abb3;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
:lang(ja) body { line-height: 1.75; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 3rem; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 1.4em 0 0.5em; scroll-margin-top: 0.5rem; }
h1 { font-size: 1.6rem; margin-top: 0.6em; }
h2 { font-size: 1.3rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25em; margin-top: 2.2em; }
h3 { font-size: 1.08rem; }
h4, h5 { font-size: 1rem; }
p, ul, ol { margin: 0.6em 0; }
ul, ol { padding-left: 1.4rem; }
li { margin: 0.25em 0; }
a { color: var(--link); }
small { color: var(--soft); font-size: 0.85em; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0; }
blockquote { margin: 0.8em 0; padding: 0.1em 1em; border-left: 0.25rem solid var(--line); background: var(--shade); }
dl { margin: 0.8em 0; }
dl div { display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; padding: 0.2em 0; }
dt { color: var(--soft); }
dd { margin: 0; }
nav { margin: 1.4em 0; padding: 0.3em 1em; background: var(--shade); border-radius: 0.5rem; }
nav p { color: var(--soft); margin-bottom: 0; }
nav ul { columns: 14rem; margin: 0.3em 0 0.6em; padding: 0; list-style: none; }
nav li { margin: 0; padding: 0.15em 0; break-inside: avoid; }
pre, code { font-family: ui-monospace, Consolas, "Liberation Mono", monospace; font-size: 0.88em; }
code { background: var(--shade); padding: 0.05em 0.25em; border-radius: 0.2rem; }
pre { overflow-x: auto; overflow-wrap: normal; padding: 0.8em 1em; background: var(--shade); line-height: 1.4; }
pre code { padding: 0; font-size: 1em; }
.wide { overflow-x: auto; margin: 0.8em 0; }
.wide table { min-width: max(100%, 38rem); overflow-wrap: normal; }
table { border-collapse: collapse; font-size: 0.93em; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4em 0.7em; text-align: left; vertical-align: top; }
th { background: var(--shade); white-space: nowrap; font-weight: 600; }
td { max-width: 26rem; overflow-wrap: break-word; }
.good { --tone: var(--good); --tone-shade: var(--good-shade); }
.bad { --tone: var(--bad); --tone-shade: var(--bad-shade); }
.warning { --tone: var(--warning); --tone-shade: var(--warning-shade); }
.neutral { --tone: var(--neutral); --tone-shade: var(--neutral-shade); }
.muted { --tone: var(--muted); --tone-shade: var(--muted-shade); }
li.neutral-1 { --tone: var(--one); } li.neutral-2 { --tone: var(--two); } li.neutral-3 { --tone: var(--three); }
li.neutral-4 { --tone: var(--four); } li.neutral-5 { --tone: var(--five); }
.card { border: 1px solid var(--tone); border-top-width: 0.5rem; border-radius: 0.6rem; padding: 1rem 1.2rem;
  margin: 1rem 0; background: var(--tone-shade); }
.card .state { display: inline-block; margin: 0; padding: 0.15em 0.8em; border-radius: 1em; font-weight: 700;
  font-size: 0.9rem; letter-spacing: 0.03em; color: var(--page); background: var(--tone); }
.card .title { margin: 0.35em 0 0; font-size: 1.55rem; line-height: 1.25; font-weight: 700; }
.card dl { margin: 0.9em 0 0; padding-top: 0.7em; border-top: 1px solid var(--line); font-size: 0.93em; }
.card .lines { margin: 0.9em 0 0; }
.count { margin: 1em 0 0; }
.count table { width: 100%; max-width: 30rem; margin-top: 0.4em; }
.count th { background: none; color: var(--soft); font-weight: 400; }
.count th, .count td { padding: 0.2em 0.6em 0.2em 0; border: 0; }
.count th + th, .count td + td { text-align: right; }
.count figcaption { color: var(--soft); font-size: 0.93em; margin-top: 0.2em; }
.reliability { display: block; max-width: 100%; font-size: 13px; }
.reliability text { fill: var(--ink); }
.reliability circle { fill: var(--one); } .reliability .interval { stroke: var(--one); }
.bars { display: block; overflow: clip; }
.bars text { fill: var(--on-bar); font-size: 15px; font-weight: 600; }
.bars line { stroke: var(--ink); stroke-width: 3; stroke-dasharray: 4 3; }
.bars rect { stroke: var(--tone-shade); stroke-width: 2; }
rect.good { fill: var(--good); } rect.bad { fill: var(--bad); }
rect.warning { fill: var(--warning); } rect.muted { fill: var(--muted); }
rect.neutral-1 { fill: var(--one); } rect.neutral-2 { fill: var(--two); } rect.neutral-3 { fill: var(--three); }
rect.neutral-4 { fill: var(--four); } rect.neutral-5 { fill: var(--five); }
.card .votes { list-style: none; padding: 0; margin: 1em 0 0; display: grid; gap: 0.6rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); }
.card .votes li { margin: 0; padding: 0.5em 0.8em; background: var(--page); border: 1px solid var(--line);
  border-left: 0.35rem solid var(--tone); border-radius: 0.4rem; }
.card .votes span, .card .votes strong, .card .votes small { display: block; }
.card .votes strong { color: var(--tone); }
.seats { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
.seats > h2, .seats > .wide { grid-column: 1 / -1; margin-bottom: 0; }
.seat, .side, .option { border: 1px solid var(--line); border-top: 0.3rem solid var(--tone, var(--line));
  border-radius: 0.5rem; padding: 0.2em 1em 0.6em; }
.side, .option { margin: 1rem 0; }
.seat h3, .side h3, .option h3 { margin-top: 0.6em; }
.seat dl div, .option dl div { grid-template-columns: 7.5rem 1fr; }
.dissents, .conflicts { border-left: 0.4rem solid var(--bad); padding-left: 1rem; }
.needed, .notices, .ask, .deadlock { border: 1px solid var(--warning); background: var(--warning-shade);
  border-radius: 0.5rem; padding: 0.1em 1em 0.4em; margin: 1em 0; }
.needed > :first-child, .notices > :first-child, .ask > :first-child, .deadlock > :first-child { margin-top: 0.6em; }
.risks { border-left: 0.4rem solid var(--warning); padding-left: 1rem; }
.round { position: relative; margin-left: 0.5rem; padding: 0 0 0.5em 1.5rem; border-left: 0.2rem solid var(--line); }
.round::before { content: ""; position: absolute; left: -0.6rem; top: 0.3rem; width: 1rem; height: 1rem;
  border-radius: 50%; background: var(--neutral); border: 0.2rem solid var(--page); }
.round h3 { margin-top: 0; padding-top: 0.1rem; }
.receipt, .audit { font-size: 0.95em; }
.events td:nth-child(2) { white-space: nowrap; }
aside { margin: 0.8em 0; padding: 0.2em 1em; border: 2px solid var(--bad); background: var(--bad-shade);
  border-radius: 0.5rem; }
aside strong { color: var(--bad); }
@media (max-width: 34rem) {
  dl div, .seat dl div, .option dl div { grid-template-columns: 6.5rem 1fr; }
  .card { padding: 0.8rem 0.9rem; }
  .card .title { font-size: 1.3rem; }
}
@media print {
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  .wide, pre { overflow: visible; }
  pre { white-space: pre-wrap; }
  .wide table { min-width: 100%; font-size: 8pt; }
  th { white-space: normal; }
  td { overflow-wrap: anywhere; }
  h1, h2, h3, h4 { break-after: avoid; }
  tr, li, aside, pre, .card, .seat { break-inside: avoid; }
  .card, .bars rect, .swatch rect, .state { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

# No script, no picture from anywhere, no frame, no form, nothing loaded; of styles only this one.
POLICY = (
    "default-src 'none'; "
    f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'"
)
