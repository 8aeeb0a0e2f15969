import sanitizeHtml from "sanitize-html";

const textTags = [
  "p",
  "br",
  "hr",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "del",
  "code",
  "pre",
  "blockquote",
  "sub",
  "sup",
];
const blockTags = ["h2", "h3", "h4", "ul", "ol", "li", "figure", "figcaption", "details", "summary"];
const tableTags = ["table", "thead", "tbody", "tr", "th", "td"];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...blockTags, ...tableTags, "a", "img"],
  allowedAttributes: {
    a: ["href", "title", "target", "rel"],
    img: ["src", "alt", "title", "width", "height", "loading"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    ol: ["start"],
  },
  allowedSchemes: ["https", "mailto"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 100,
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "template",
    "svg",
    "math",
    "iframe",
    "object",
  ],
  transformTags: {
    h1: "h2",
    a: (tagName, { href, title, target }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href }),
        ...(title === undefined ? {} : { title }),
        ...(target === "_blank" || /^https:/i.test(href ?? "")
          ? { target: "_blank", rel: "noopener nofollow" }
          : {}),
      },
    }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, alt: attribs.alt ?? "", loading: "lazy" },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
};

/** No text of a person has so many, and the parser's time grows with the square of the elements that are open. */
const maxTags = 10_000;

/** The text up to its last tag that is read. */
function withinBounds(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= maxTags; tags++) {
    at = html.indexOf("<", at + 1);
    if (at < 0) return html;
  }
  return html.slice(0, at);
}

const clean = (html: string): string => sanitizeHtml(html, options).trim();

/** A second look may see a broken tag differently (`<p><p><</p></p>`), and what is saved again must not change again. */
function settle(html: string, turns: number): string {
  const again = clean(html);
  return again === html || turns === 0 ? again : settle(again, turns - 1);
}

/** A19: what an operator writes or pastes is cleaned when it is stored, so that no page has to remember to. */
export const sanitiseHtml = (html: string): string => settle(clean(withinBounds(html)), 5);

/** The words alone, for summaries and descriptions of a page. */
export const plainTextOf = (html: string): string =>
  sanitizeHtml(withinBounds(html).replace(/<(?=(?:br|\/p|\/li|\/h\d)\b)/gi, " <"), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/\s+/g, " ")
    .trim();
