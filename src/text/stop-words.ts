/** English words that carry grammar, not topic; left out of queries only, so the index still has them. */
export const STOP_WORDS = `
a about after again all also am an and any are as at be because been before being between both but by can could
did do does doing during each few for from further had has have having he her here hers him his how i if in into
is it its itself just me more most my no nor not of off on once only or other our ours out over own same she should
so some such than that the their theirs them then there these they this those through to too under until up very was
we were what when where which while who whom why will with would you your yours
dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt
im ive id youre youve youll theyre theyve weve whats wheres whos hows thats theres lets
please tell
`;
