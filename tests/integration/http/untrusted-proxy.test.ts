import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { clientIp, peerHeader } from "@/lib/http/caller/client-info";

const call = (peer: string) =>
  clientIp(new Headers({ [peerHeader]: peer, "x-forwarded-for": "203.0.113.9" }));

describe("a proxy that is not trusted", () => {
  it("is none where Next has put the address of the socket into the header: a browser sent nothing", async () => {
    for (const [peer, header] of [
      ["127.0.0.1", "127.0.0.1"],
      ["127.0.0.1", "::ffff:127.0.0.1"],
      ["::1", "::1"],
      ["192.168.1.7", "192.168.1.7"],
    ] as const)
      expect(clientIp(new Headers({ [peerHeader]: peer, "x-forwarded-for": header }))).toBe(peer);
    // Writes that were begun would be there by now: the next test begins with the same table.
    await db().$queryRaw`SELECT 1`;
    expect(await db().alert.count()).toBe(0);
  });

  it("raises one alert when the peer is of this machine or network, and none for a foreign client that sends the header", async () => {
    expect(call("198.51.100.7")).toBe("198.51.100.7");
    expect(call("10.0.0.5")).toBe("10.0.0.5");
    expect(call("10.0.0.6")).toBe("10.0.0.6");
    await vi.waitFor(
      async () => {
        expect(await db().alert.findMany()).toMatchObject([
          { kind: "system.untrusted_proxy", count: 1, message: expect.stringContaining("10.0.0.5") },
        ]);
      },
      { timeout: 20_000 },
    );
  });
});
