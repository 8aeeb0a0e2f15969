import { headers } from "next/headers";

/** `<` cannot close the script element, and the two line separators cannot end a line. */
function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** Tells search engines of a page, in the words of schema.org. */
export async function JsonLd({ data }: { data: Record<string, unknown> }) {
  return (
    <script
      type="application/ld+json"
      nonce={(await headers()).get("x-nonce") ?? undefined}
      dangerouslySetInnerHTML={{ __html: safeJson({ "@context": "https://schema.org", ...data }) }}
    />
  );
}
