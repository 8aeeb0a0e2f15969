import { headers } from "next/headers";
import { cache } from "react";
import type { ClientInfo } from "@/lib/acts/actor";
import { newUuid } from "@/lib/core/ids";
import { readClient } from "@/lib/http/caller/client-info";

/** Reads the client that asks for the page. */
export const getPageClient = cache(async (): Promise<ClientInfo> => readClient(await headers(), newUuid()));
