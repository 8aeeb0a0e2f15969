import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; boolValue?: boolean };
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

const read = ({ traceId, spanId, parentSpanId, name, attributes }: SentSpan) => ({
  traceId,
  spanId,
  parentSpanId,
  name,
  facts: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  ),
});

/** Takes traces as OTLP over HTTP, in JSON. */
export async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans.map(read)),
      ),
    );
  type Span = ReturnType<typeof read>;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw: () => bodies.join("\n"),
    named: (name: string) => spans().filter((span) => span.name === name),
    inside: (outer: Span | undefined) => spans().filter(({ parentSpanId }) => parentSpanId === outer?.spanId),
    parentOf: (inner: Span | undefined) => spans().find(({ spanId }) => spanId === inner?.parentSpanId),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
