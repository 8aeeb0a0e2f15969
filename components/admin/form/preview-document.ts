/** A page for a sandboxed frame (no script, no forms) in the colours of the page around it. */
export function previewDocument(html: string, style: CSSStyleDeclaration): string {
  return `<!doctype html><meta charset="utf-8"><style>
body{margin:0;padding:12px 14px;font:15px/1.6 system-ui,sans-serif;color:${style.color};overflow-wrap:anywhere}
h2{font-size:1.2em}h3{font-size:1.05em}img{max-width:100%;height:auto}a{color:inherit}
blockquote{margin:1em 0;padding-left:1em;border-left:3px solid currentColor;opacity:.8}
table{border-collapse:collapse}td,th{border:1px solid;padding:.3em .6em}
</style>${html}`;
}
