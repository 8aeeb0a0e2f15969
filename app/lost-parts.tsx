import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { keepPresses } from "./early-presses";
import { openByLink } from "./opened-link";

const noteId = "part-missing";

/**
 * Asks again for a script of the shop's whose request was lost, until it comes: one that the page's HTML names, that a part of the
 * page needs or that the next page does. React and the loader of Turbopack wait for the first kind without end, and the page would
 * stay as the server drew it, with a form that nobody hears and no word about it; of the others the loader gives up after two attempts,
 * and the page is gone. A style of the HTML is asked for like a script. It stands first in the head, before anything can be lost.
 */
const askAgain = `addEventListener("error",function(event){
var lost=event.target,times,copy,timer;
if(!lost.matches||!lost.matches('script[src^="/_next/"],link[rel=stylesheet][nonce][href^="/_next/"]'))return;
if(lost.localName==="script")event.stopImmediatePropagation();
times=(lost.lostTimes||0)+1;
copy=document.createElement(lost.localName);
for(var each of lost.attributes)copy.setAttribute(each.name,each.value);
copy.nonce=lost.nonce;
copy.lostTimes=times;
if(times===2)show(1);
if(times>1)copy.onload=function(){show(-1)};
timer=setTimeout(go,Math.min(500*Math.pow(2,times),60000));
addEventListener("online",go);
function go(){clearTimeout(timer);removeEventListener("online",go);lost.replaceWith(copy)}
},true);
addEventListener("click",function(event){if(event.target.closest("#${noteId} button"))location.reload()});
var missing=0;
function show(more){missing+=more;var note=document.getElementById("${noteId}");if(note)note.hidden=missing<1}`;

/** The head's first script: what has to be there before any other arrives. */
export async function FirstScript() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <script
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: `(function(){${askAgain}\n${keepPresses}\n${openByLink}})()` }}
    />
  );
}

/** Says that a part of the page is on its way for the second time. Its button is heard by the script above. */
export async function PartMissing() {
  const t = await getTranslations("common");
  return (
    <p
      id={noteId}
      role="status"
      hidden
      // The script above may have shown it before React comes.
      suppressHydrationWarning
      className="fixed inset-x-0 bottom-0 z-50 border-warn border-t bg-warn-soft px-4 py-3 text-center text-sm text-warn print:hidden"
    >
      {t("error.partMissing")}{" "}
      <button type="button" data-heard className="font-medium underline underline-offset-2">
        {t("error.loadPage")}
      </button>
    </p>
  );
}
