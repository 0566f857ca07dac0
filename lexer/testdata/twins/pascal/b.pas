(* another program *)
Program Bag;
Uses Math;
Const LIMIT=$1000;
Type Thing=Record Cost:LongInt;Worth:Double;End;
Var table:Array[0..LIMIT]Of Real;things:Array[1..200]Of Thing;
count,room,a,b:Word;
title:AnsiString;
FUNCTION Better(first,second:Extended):Extended;
BEGIN
IF first>second THEN Better:=first ELSE Better:=second;
END;
Begin
// read all
Readln(count,room);
For a:=1 To count Do Begin
Read(things[a].Cost,things[a].Worth);
For b:=room Downto things[a].Cost Do table[b]:=Better(table[b],table[b-things[a].Cost]+things[a].Worth);
End;
title:='two words'+'!';
If(table[room]>=2)And(room<>1)Then Writeln(title,table[room]Div 3,(room Shl 2)Mod 17) { the rest }
Else Writeln(1.25:1:3);
End.
