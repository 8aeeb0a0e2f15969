import { redirect } from "next/navigation";

/** The to-do list took its place; bookmarks and older mails still lead here. */
export default function AlertsPage() {
  redirect("/admin/tasks");
}
