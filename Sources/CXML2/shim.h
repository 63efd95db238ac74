/* libxml2's headers would pull in ICU's, which clash with those inside Foundation; we use nothing that needs them. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlwriter.h>

/* xmlFree is a global function pointer, which Swift 6 refuses as shared mutable state. */
static inline void cxml_free(void *pointer) { xmlFree(pointer); }
