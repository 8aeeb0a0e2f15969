import { defineConfig } from "prisma/config";

// `prisma migrate` works with this too, where its downloaded engine can be had; the shop itself needs neither.
export default defineConfig({
  schema: "prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://localhost:5432/keyshelf" },
});
