import type { ReactNode } from "react";
import { Frame } from "./frame";
import { PageListens } from "./page-listens";

export { generateMetadata, generateViewport } from "./frame";

export default function RootLayout({ children }: { children: ReactNode }) {
  return <Frame listens={<PageListens />}>{children}</Frame>;
}
