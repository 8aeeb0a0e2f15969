import { ordersKey } from "@/components/store/order/guest-tokens";

/**
 * Trades the token in the fragment of an order's link for the order's cookie, and then asks for the page again, which the server draws
 * with the goods. The first answer is given up, whose style and scripts would fill the line for nothing. Once, also when the trade fails:
 * what else has to be tried or said is then left to the scripts of the page (components/store/order/use-order.ts). Not where this browser
 * knows the order.
 */
export const openByLink = `(function(){
var given=new URLSearchParams(location.hash.slice(1)).get("t"),how=performance.getEntriesByType("navigation")[0],known="";
if(!given||!/^\\/orders\\/[^/]+$/.test(location.pathname)||!how||how.type==="reload")return;
try{known=localStorage.getItem("${ordersKey}")||""}catch(e){}
if(known.includes(given))return;
stop();
fetch(location.pathname+"/open",{method:"POST",headers:{accept:"application/json"},body:new URLSearchParams({link:given})})
.then(again,again);
function again(){location.reload()}
})();`;
