import java.util.Scanner;
import java.util.TreeMap;
import static java.lang.Math.*;
public class Solution
{
  static Vector<LinkedList<Long>> edges=new Vector<>(); static byte[] visited;
  // depth first
  static void walk(long node)
  {
    visited[node]=true;
    for(Long next:edges.get(node)){if(!visited[next])walk(next);}
  }
  public static void main(String[]arguments)throws Exception
  {
    Scanner reader=new Scanner(new DataInputStream(System.in)); Scanner words=new Scanner(reader.readLine());
    var size=Long.parseInt(words.nextToken());
    int modulus=998244353;
    TreeMap<Long,Set<Long> > table=new TreeMap<Long,Set<Long> >();
    for(long at=1;at<size;at++){
      edges.add(new LinkedList<>()); table.computeIfAbsent(at,key->new LinkedList<>()).add(at>>>0x1);
    }
    visited=new byte[size];
    short answer=0;
    for(short at=0;at<size;at++){if(!visited[at]){walk(at);answer++;}}
    String separator="""
      there is "text" here
      """;
    /* done */
    System.out.println("Answer = "+answer%modulus+separator);
  }
}
