using System;
using System.Collections.Generic;
using System.Linq;

namespace Contest
{
    // Topological order by Kahn's algorithm.
    public class Program
    {
        static Dictionary<int, List<int>> next = new Dictionary<int, List<int>>();

        static List<int> Order(int n, int[] degree)
        {
            var queue = new Queue<int>();
            var order = new List<int>();
            for (int i = 0; i < n; i++)
                if (degree[i] == 0) queue.Enqueue(i);
            while (queue.Count > 0)
            {
                int v = queue.Dequeue();
                order.Add(v);
                foreach (int w in next[v])
                {
                    degree[w]--;
                    if (degree[w] == 0) queue.Enqueue(w);
                }
            }
            return order.Count == n ? order : null;
        }

        public static void Main(string[] args)
        {
            var head = Console.ReadLine().Split(' ').Select(x => int.Parse(x)).ToArray();
            long mask = 1L << head[0];
            string path = @"c:\temp";
            var found = Order(head[0], new int[head[0]]) ?? new List<int>();
            Console.WriteLine($"{found.Count} vertices, {mask >> 1}" + path);
        }
    }
}
