import { keptGoodsKey } from "@/components/store/offline/kept-goods";
import { ordersKey } from "@/components/store/order/guest-tokens";

/** Words of the script, as they stand in the page. */
export interface ScriptWords {
  copy: string;
  copied: string;
  /** `{number}` stands for the order's number. */
  notHere: string;
  none: string;
}

/**
 * The script of the page: it draws what the storage has, as text alone. It stands in the page itself, since no other file can be asked
 * for, and is as old as browsers with service workers are.
 */
export const pageScript = `(function(){
var words=JSON.parse(document.getElementById("words").textContent);
function stored(key){try{return JSON.parse(localStorage.getItem(key)||"null")}catch(e){return null}}
function make(name,text,look){var one=document.createElement(name);if(text)one.textContent=text;if(look)one.className=look;return one}
function list(value){return Array.isArray(value)?value:[]}
function day(at){var time=new Date(at);return isNaN(time)?"":time.toLocaleDateString(document.documentElement.lang,{year:"numeric",month:"short",day:"numeric"})}
function copyButton(text){
var button=make("button",words.copy);
button.onclick=function(){navigator.clipboard.writeText(text).then(function(){
button.textContent=words.copied;setTimeout(function(){button.textContent=words.copy},2000)},function(){})};
return button}
function drawOrder(order){
var card=make("article");
card.appendChild(make("p",order.orderNo+" \\u00b7 "+day(order.at),"faint"));
list(order.goods).forEach(function(item){
card.appendChild(make("h3",String(item.title)));
list(item.texts).forEach(function(text){
var row=make("div","","key");row.appendChild(make("code",String(text)));row.appendChild(copyButton(String(text)));card.appendChild(row)});
if(item.instructions)card.appendChild(make("p",String(item.instructions),"note"))});
return card}
function drawOther(order){
var row=make("li"),link=make("a",order.gist&&order.gist.title?String(order.gist.title):order.orderNo);
link.href="/orders/"+encodeURIComponent(order.orderNo);
row.appendChild(link);row.appendChild(make("p",order.orderNo+" \\u00b7 "+day(order.at),"faint"));
return row}
function isOrder(order){return order&&typeof order.orderNo==="string"}
function show(id,isShown){document.getElementById(id).hidden=!isShown}
function draw(){
var kept=stored(${JSON.stringify(keptGoodsKey)}),orders=list(kept&&kept.orders).filter(isOrder);
var here=orders.map(function(order){return order.orderNo});
var others=list(stored(${JSON.stringify(ordersKey)})).filter(isOrder).filter(function(order){return here.indexOf(order.orderNo)<0});
var asked=(location.pathname.match(/\\/orders\\/([^\\/]+)/)||[])[1];
orders.sort(function(a,b){return (b.orderNo===asked)-(a.orderNo===asked)});
var missing=asked&&here.indexOf(asked)<0?words.notHere.replace("{number}",asked):orders.length+others.length?"":words.none;
var note=document.getElementById("note");note.textContent=missing;note.hidden=!missing;
document.getElementById("goods").replaceChildren.apply(document.getElementById("goods"),orders.map(drawOrder));
document.getElementById("others").replaceChildren.apply(document.getElementById("others"),others.map(drawOther));
show("kept",orders.length>0);show("known",others.length>0)}
document.getElementById("forget").onclick=function(){
try{localStorage.removeItem(${JSON.stringify(keptGoodsKey)})}catch(e){}
draw();show("forgotten",true)};
document.getElementById("again").onclick=function(){location.reload()};
draw()})()`;
