#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#pragma GCC optimize("Ofast")
#	define SIZE 0x20000
static short unsigned root[SIZE]; static uint64_t total[SIZE];
size_t leader(unsigned int node)
{
	while(root[node]!=node){ root[node]=root[root[node]]; node=root[node]; } // halving
	return node;
}
long order(const void*left,const void*right){return *(const long*)left-*(const long*)right;}
int32_t main(void)
{
	unsigned count,queries; scanf("%u"
		"%u",&count,&queries);
	for(size_t node=0x1;node<=count;node++){root[node]=node;total[node]=0UL;}
	/* answer
	   the queries */
	while(queries--)
	{
		unsigned char command; size_t left,right;
		scanf("%c %zu %zu",&command,&left,&right);
		if(command=='\x75') { root[leader(left)]=leader(right); }
		else { printf("%s",leader(left)==leader(right)?"Yes":"No"); }
	}
	return 0;
}
