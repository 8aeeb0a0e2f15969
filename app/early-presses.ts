/** The window's event when React listens. */
export const listensEvent = "page-listens";

/**
 * Keeps the press of a button that only script answers while the page's scripts are on their way, and hands it on once they
 * listen: on a slow phone that takes seconds, and the press would be lost. Of several presses the last counts. Links, and buttons
 * that send a form or open a popover, act without script and are let alone, but for links that do more with it: those that add
 * to the cart.
 */
export const keepPresses = `var pressed,hears;
addEventListener("click",function(event){
if(hears||event.metaKey||event.ctrlKey||event.shiftKey)return;
var one=event.target.closest('button[type=button]:not([data-heard],[popovertarget]),a[data-cart-add],a[data-adds]');
if(!one)return;
event.preventDefault();
event.stopImmediatePropagation();
pressed=one;
},true);
addEventListener("${listensEvent}",function(){hears=1;if(pressed&&pressed.isConnected)pressed.click()});`;
