import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { configKeys, loadConfig, readYaml, yamlKeyOf } from "@/lib/config/load-config";
import { readOrCreateSecrets, withdrawNewSecrets, writeSecrets } from "@/lib/config/secrets";
import { overrideConfig } from "../../support/harness/test-config";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "keyshelf-config-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const load = (environment: Record<string, string> = {}, yaml?: string) => {
  if (yaml !== undefined) writeFileSync(path.join(directory, "config.yaml"), yaml);
  return loadConfig({ environment, directory });
};

describe("the configuration", () => {
  it("has a default for everything", () => {
    const config = load();
    expect(config.server).toMatchObject({ host: "localhost", port: 8080, trustedProxies: [] });
    expect(config.cors.allowedOrigins).toBeNull();
    expect(config.worker).toBe("inline");
  });

  it("takes the environment before the file, and the file before the defaults", () => {
    const yaml = "server: { port: 9000, host: 127.0.0.1 }\nlimits: { redeem_per_minute: 3 }\n";
    const config = load({ KEYSHELF_SERVER__PORT: "9001" }, yaml);
    expect(config.server).toMatchObject({ port: 9001, host: "127.0.0.1" });
    expect(config.limits.redeemPerMinute).toBe(3);
  });

  it("keeps a release's data apart from what lies in the folder of the command, unless it says where [C126]", () => {
    expect(load().dataDir).toBe("data");
    const home = { KEYSHELF_HOME: directory };
    expect(load(home).dataDir).toBe("keyshelf-data");
    expect(load(home, "data_dir: elsewhere\n").dataDir).toBe("elsewhere");
    expect(load({ ...home, KEYSHELF_DATA_DIR: "/srv/shop" }).dataDir).toBe("/srv/shop");
  });

  it("takes the key of releases as one line of its file, and nothing else for it", () => {
    const key = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=";
    expect(load({ KEYSHELF_UPDATE__PUBLIC_KEY: key }).update.publicKey).toBe(key);
    for (const wrong of ["-----BEGIN PUBLIC KEY-----", key.slice(1), `${key}A`])
      expect(() => load({ KEYSHELF_UPDATE__PUBLIC_KEY: wrong })).toThrow(
        /update\.public_key .* Ed25519 public key/,
      );
  });

  it("takes what Kubernetes adds for a Service of this name for no setting", () => {
    const added = {
      KEYSHELF_SERVICE_HOST: "10.0.0.7",
      KEYSHELF_SERVICE_PORT: "80",
      KEYSHELF_SERVICE_PORT_HTTP: "80",
      KEYSHELF_PORT: "tcp://10.0.0.7:80",
      KEYSHELF_PORT_80_TCP: "tcp://10.0.0.7:80",
      KEYSHELF_PORT_80_TCP_ADDR: "10.0.0.7",
    };
    expect(load(added)).toEqual(load());
    expect(() => load({ KEYSHELF_SERVER_PORT: "80" })).toThrow("names no setting");
  });

  it("reads lists, switches and nothing from the environment", () => {
    const config = load({
      KEYSHELF_SERVER__TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1",
      KEYSHELF_SAMPLE_SHOP: "false",
      KEYSHELF_TEST_GATEWAY: "null",
      KEYSHELF_CORS__ALLOWED_ORIGINS: "none",
    });
    expect(config.server.trustedProxies).toEqual(["10.0.0.0/8", "192.0.2.1"]);
    expect(config.sampleShop).toBe(false);
    expect(config.testGateway).toBeNull();
    expect(config.cors.allowedOrigins).toEqual([]);
  });

  it("leaves the variables of the tests to the tests", () => {
    const names = ["TEST_DATABASE_URL", "TEST_LOG", "TEST_WORKERS", "FAILPOINT"];
    expect(() => load(Object.fromEntries(names.map((name) => [`KEYSHELF_${name}`, "1"])))).not.toThrow();
    expect(load({ KEYSHELF_TEST_GATEWAY: "true", KEYSHELF_TEST_SEED: "7" }).testGateway).toBe(true);
  });

  it("accepts DATABASE_URL, and its own variable before it", () => {
    const other = "postgres://a:b@db.example:5432/other";
    expect(load({ DATABASE_URL: other }).database.url).toBe(other);
    const own = "postgres://a:b@db.example:5432/own";
    expect(load({ DATABASE_URL: other, KEYSHELF_DATABASE__URL: own }).database.url).toBe(own);
  });

  it.each([
    [
      "KEYSHELF_SERVER__PORT",
      "eighty",
      /server\.port \(KEYSHELF_SERVER__PORT\) must be a whole number from 1 to 65535/,
    ],
    ["KEYSHELF_SERVER__PORT", "0", /server\.port/],
    ["KEYSHELF_SERVER__BASE_URL", "shop.example.com", /server\.base_url .* https:\/\/shop\.example\.com/],
    ["KEYSHELF_SERVER__BASE_URL", "https://shop.example.com/shop", /without a path/],
    ["KEYSHELF_SERVER__TRUSTED_PROXIES", "10.0.0.0/33", /server\.trusted_proxies/],
    ["KEYSHELF_SAMPLE_SHOP", "yes", /sample_shop .* must be true or false/],
    ["KEYSHELF_WORKER", "on", /worker .* must be inline, separate or off/],
    ["KEYSHELF_LOG__LEVEL", "loud", /log\.level .* must be debug, info, warn or error/],
    ["KEYSHELF_DATABASE__URL", "mysql://a@b/c", /database\.url .* PostgreSQL/],
    ["KEYSHELF_MAIL__SMTP_URL", "mail.example.com:25", /mail\.smtp_url/],
    ["KEYSHELF_SECURITY__MASTER_KEY", "abc", /security\.master_key .* 32 random bytes/],
    ["KEYSHELF_SECURITY__MASTER_KEY", "0".repeat(64), /weak/],
    ["KEYSHELF_SECURITY__JWT_SECRET", "too-short", /at least 32 characters/],
    ["KEYSHELF_SECURITY__JWT_SECRET", "please-change-me-please-change-me-please", /weak or default/],
    ["KEYSHELF_SERVER__PROT", "1", /KEYSHELF_SERVER__PROT names no setting/],
  ])("refuses %s=%s with the name and what is allowed", (name, value, message) => {
    expect(() => load({ [name]: value })).toThrow(message);
  });

  it("never repeats a refused secret", () => {
    const secret = "hunter2hunter2";
    expect(() => load({ KEYSHELF_SECURITY__JWT_SECRET: secret })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  });

  it("refuses unknown keys, wrong shapes, camelCase and broken YAML", () => {
    expect(() => load({}, "server: { prot: 1 }")).toThrow("server.prot is not a setting");
    expect(() => load({}, "colour: red")).toThrow("colour is not a setting");
    expect(() => load({}, "server: 8080")).toThrow("server must be a group of settings");
    expect(() => load({}, "server: { baseUrl: x }")).toThrow("write base_url instead of baseUrl");
    expect(() => load({}, "server: [")).toThrow("not valid YAML");
    expect(() => load({}, "- a\n- b")).toThrow('"key: value"');
  });

  it("names every wrong key at once", () => {
    expect(() => load({ KEYSHELF_SERVER__PORT: "x", KEYSHELF_WORKER: "y" })).toThrow(/server\.port.*worker/);
  });

  it("refuses a file that was named and is not there", () => {
    expect(() => load({ KEYSHELF_CONFIG: "/nowhere/shop.yaml" })).toThrow(
      "/nowhere/shop.yaml does not exist",
    );
  });
});

describe("config.example.yaml", () => {
  const file = path.resolve(import.meta.dirname, "../../../config.example.yaml");

  it("names every key, and each with its default", () => {
    const tree = readYaml(file);
    const valueAt = (key: string) =>
      key.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], tree);
    const missing = [...configKeys().keys()].filter((key) => valueAt(key) === undefined).map(yamlKeyOf);
    expect(missing).toEqual([]);
    writeFileSync(path.join(directory, "config.yaml"), readFileSync(file));
    expect(loadConfig({ environment: {}, directory })).toEqual(
      loadConfig({ environment: {}, directory: os.tmpdir() }),
    );
  });
});

describe("the generated secrets", () => {
  it("are made once, for the owner's eyes only, and stay", () => {
    const first = readOrCreateSecrets(directory);
    expect(first.masterKey).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(path.join(directory, "secrets.yaml")).mode & 0o777).toBe(0o600);
    expect(readOrCreateSecrets(directory)).toEqual(first);
  });

  it("are not replaced when the file is damaged", () => {
    writeFileSync(path.join(directory, "secrets.yaml"), "master_key: 1\n");
    expect(() => readOrCreateSecrets(directory)).toThrow("Restore it from a copy");
  });

  it("are not made anew beside a database that they are missing for", () => {
    writeFileSync(path.join(directory, "database.json"), "{}");
    expect(() => readOrCreateSecrets(directory)).toThrow("secrets.yaml is gone");
    expect(readdirSync(directory)).toEqual(["database.json"]);
    expect(readOrCreateSecrets(directory, { hasMasterKey: true }).jwtSecret).toMatch(/^[0-9a-f]{64}$/);
  });

  it("go again when the start that made them is refused, and those that were there stay", () => {
    readOrCreateSecrets(directory);
    withdrawNewSecrets();
    expect(readdirSync(directory)).toEqual([]);
    writeSecrets(directory, { masterKey: "a", jwtSecret: "b" });
    readOrCreateSecrets(directory);
    withdrawNewSecrets();
    expect(readdirSync(directory)).toEqual(["secrets.yaml"]);
  });

  it("complete the configuration", () => {
    const config = getConfig();
    expect(config.security.masterKey).toHaveLength(32);
    expect(Object.isFrozen(config.limits)).toBe(true);
    const before = process.env.KEYSHELF_CONFIG;
    process.env.KEYSHELF_CONFIG = path.join(directory, "config.yaml");
    writeFileSync(process.env.KEYSHELF_CONFIG, "sample_shop: true\n");
    overrideConfig({ dataDir: directory });
    const generated = getConfig();
    process.env.KEYSHELF_CONFIG = before;
    expect(generated.security.jwtSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(generated.testGateway).toBeNull();
    expect(generated.server.baseUrl).toBe("http://localhost:8080");
  });
});
