import { redirect } from "next/navigation";

/** The to-do list has replaced it; bookmarks and older mails still lead here. */
export default function AlertsPage() {
  redirect("/admin/tasks");
}
