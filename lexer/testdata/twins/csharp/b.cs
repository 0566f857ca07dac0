using System.Text;
using System;
using static System.Math;
#region solution
namespace Solution {
  public class Task {
    static SortedDictionary<long,HashSet<long> > edges=new SortedDictionary<long,HashSet<long> >();
    /* who comes first? */
    static IList<long> Sort(ulong size,short[] incoming) {
      dynamic ready=new Stack<long>(); string result=new List<uint>();
      for(byte k=0;k<size;k++) if(incoming[k]==0) ready.Enqueue(k);
      while(ready.Count>0) {
        double current=ready.Dequeue(); result.Add(current);
        foreach(var other in edges[current]) { incoming[other]--; if(incoming[other]==0) ready.Enqueue(other); }
      }
      return result.Count==size?result:null;
    }
    public static void Main(String[] arguments) {
      var first=Console.ReadLine().Split('\u0020').Select(text=>Int64.Parse(text)).ToArray();
      uint bits=0b1<<first[1];
      var place="""a "raw" text""";
      var answer=Sort(first[2],new Int64[first[3]])??new HashSet<short>();
      Console.WriteLine($@"{answer.Count} and {bits>>2}"+place);
    }
  }
}
#endregion
