/** Parts of `database.url`. */
export interface DatabaseAddress {
  /** The address once for each host that it names: those of a cluster, in the order in which they are tried. */
  hosts: string[];
  /** Where the tables are, when it is not the server's own default. */
  schema: string | null;
}

const shape = /^(postgres(?:ql)?:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const schemaName = /^[a-z_][a-z0-9_]{0,62}$/;

/** `null`: it is not an address. */
export function readDatabaseAddress(text: string): DatabaseAddress | null {
  const [, scheme, authority = "", path = "", query = ""] = shape.exec(text) ?? [];
  if (!scheme || (authority === "" && path === "" && query === "")) return null;
  const at = authority.lastIndexOf("@");
  const account = authority.slice(0, at + 1);
  const parameters = new URLSearchParams(query);
  const schema = parameters.get("schema");
  if (schema !== null && !schemaName.test(schema)) return null;
  // libpq's word for what is done here anyway: the first host that takes writes is used.
  parameters.delete("target_session_attrs");
  parameters.delete("schema");
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  const hosts = authority
    .slice(at + 1)
    .split(",")
    .map((host) => `${scheme}${account}${host}${path}${rest}`);
  return hosts.every((host) => URL.canParse(host)) ? { hosts, schema } : null;
}
