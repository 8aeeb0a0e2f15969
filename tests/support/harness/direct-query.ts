import pg from "pg";

/** Asks a database with a connection of its own. The end of the connection by the server is no error of the test. */
export async function directQuery(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
