/**
 * Texts that attack a page when rendered as markup. Each would set `window.attacked`, show a dialog, or leave an element with `data-attack`
 * or an attribute that React never writes.
 */
export const PAYLOADS: readonly string[] = [
  `<script data-attack>attacked=1</script>`,
  `"><script data-attack>attacked=1</script>`,
  `<img data-attack src=x onerror=attacked=1>`,
  `<svg data-attack onload=attacked=1>`,
  `<details data-attack open ontoggle=attacked=1>`,
  `<iframe data-attack srcdoc="<script>top.attacked=1</script>">`,
  `<iframe data-attack src=javascript:top.attacked=1>`,
  `<a data-attack href="javascript:attacked=1">x</a>`,
  `javascript:attacked=1`,
  `' onmouseover='attacked=1`,
  `" autofocus onfocus="attacked=1`,
  `<input data-attack autofocus onfocus=attacked=1>`,
  `<math data-attack><mi xlink:href="data:text,<script>attacked=1<x>">`,
  `<style data-attack>*{display:none}</style>`,
  `<base data-attack href=https:evil.example>`,
  `<meta data-attack http-equiv=refresh content=0;url=data:,>`,
  `<form data-attack action=javascript:attacked=1><button>x`,
  "{{constructor.constructor('attacked=1')()}}${attacked=1}",
  `</title></textarea><b data-attack>x`,
  `=HYPERLINK("javascript:attacked=1","x")&<b data-attack>`,
];
