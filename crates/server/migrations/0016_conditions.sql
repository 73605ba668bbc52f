-- A condition of a standing order says by name what its word means. One on a state or a thing is no number any more: what asked for 0 asks now
-- that it does not hold (conditions that are numbers pass over it).
UPDATE seat SET orders = replace(replace(replace(replace(replace(orders,
    '"what":"enemy","of":', '"what":"enemy","arm":'),
    '"what":"friend","of":', '"what":"friend","arm":'),
    '"what":"state","of":', '"what":"state","state":'),
    '"what":"is","of":', '"what":"is","thing":'),
    '"least":0,"most":0}', '"least":0,"most":0,"not":true}');
