import { Button } from "@/components/ui/button";

/** Shows an owner the admin as this role sees it. */
export const SeeAs = ({ role, label }: { role: string; label: string }) => (
  <form method="post" action="/admin/see-as" className="inline">
    <input type="hidden" name="role" value={role} />
    <Button type="submit" variant="ghost" size="sm">
      {label}
    </Button>
  </form>
);
