/** The window's event when React listens. */
export const listensEvent = "page-listens";

/**
 * Keeps the press of a button that only script answers while the page's scripts are on their way, and hands it on once they
 * listen: on a slow phone that takes seconds, and the press would be lost. Of several presses the last counts. Links, and buttons
 * that send a form or open a popover, act without script and are let alone.
 */
export const keepPresses = `var pressed,hears;
addEventListener("click",function(event){
var button=!hears&&event.target.closest('button[type=button]:not([data-heard],[popovertarget])');
if(!button)return;
event.stopImmediatePropagation();
pressed=button;
},true);
addEventListener("${listensEvent}",function(){hears=1;if(pressed&&pressed.isConnected)pressed.click()});`;
