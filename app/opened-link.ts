import { ordersKey } from "@/components/store/order/guest-tokens";

/**
 * Trades the token in the fragment of an order's link for the order's cookie, and then asks for the page again, which the server draws
 * with the goods: a buyer who comes from a mail waits neither for the style nor for the scripts of the first answer. Once, for a browser
 * that keeps no cookies, and not where this browser knows the order. When the fragment is gone, those scripts were here first
 * (components/store/order/use-order.ts).
 */
export const openByLink = `(function(){
var given=new URLSearchParams(location.hash.slice(1)).get("t"),how=performance.getEntriesByType("navigation")[0],known="";
if(!given||!/^\\/orders\\/[^/]+$/.test(location.pathname)||!how||how.type==="reload")return;
try{known=localStorage.getItem("${ordersKey}")||""}catch(e){}
if(known.includes(given))return;
fetch(location.pathname+"/open",{method:"POST",headers:{accept:"application/json"},body:new URLSearchParams({link:given})})
.then(function(answer){if(answer.ok&&location.hash.includes(given))location.reload()},function(){});
})();`;
