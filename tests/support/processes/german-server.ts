/** The API server of a shop that has one language more, without an admin. Lists that schemas copy are made after it was added. */
import { addGerman } from "../builders/third-language";

addGerman(["shopper", "mails"]);
await import("./api-server");
