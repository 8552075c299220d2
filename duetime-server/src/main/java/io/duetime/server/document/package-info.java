/** What a server reads from the documents of its store, and from files that declare the same. */
@NullMarked
package io.duetime.server.document;

import org.jspecify.annotations.NullMarked;
