import { Marked, type Token } from "marked";

/** A heading with the text below it, until the next one. */
export interface GuideSection {
  /** Anchor of the heading. */
  id: string;
  title: string;
  depth: number;
  /** Prose and tables without marks. */
  text: string;
  code: string;
}

export interface RenderedGuide {
  title: string;
  html: string;
  sections: GuideSection[];
}

/** As GitHub makes anchors, so that links between the files lead to the same place there. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Marks of Markdown are left out, but in code, where they mean themselves. */
const plain = (text: string): string =>
  text
    .replace(/`([^`]*)`|[*|]|\[([^\]]*)\]\([^)]*\)|-{3,}/g, (_, code = "", linked = "") =>
      code === "" ? linked.replaceAll("`", "") : code,
    )
    .replace(/\s+/g, " ")
    .trim();

function sectionsOf(tokens: readonly Token[]): GuideSection[] {
  const sections: GuideSection[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const title = plain(token.text);
      sections.push({ id: anchorOf(title), title, depth: token.depth, text: "", code: "" });
    } else {
      const last = sections.at(-1);
      if (last && token.type === "code") last.code += ` ${token.text}`;
      else if (last) last.text = `${last.text} ${plain(token.raw)}`.trim();
    }
  }
  return sections;
}

const marked = new Marked({
  renderer: {
    // The page has the title already.
    heading({ tokens, depth, text }) {
      if (depth === 1) return "";
      return `<h${depth} id="${anchorOf(plain(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      // Between pages a reader of pages stays in them.
      const address = href.replace(/^(\/docs\/[\w-]+)\.md(?=#|$)/, "$1");
      return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`;
    },
    code({ text }) {
      const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      return `<pre><code>${escaped}</code></pre>\n`;
    },
  },
});

/** @param source Markdown of this repository, as it is served: its HTML is not sanitised */
export function renderGuide(source: string): RenderedGuide {
  const sections = sectionsOf(marked.lexer(source));
  return { title: sections[0]?.title ?? "", html: marked.parse(source, { async: false }), sections };
}
