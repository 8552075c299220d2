/** What changes of documents and of the audit log do, on tables that only store records. */
@NullMarked
package io.duetime.internal.kernel.server;

import org.jspecify.annotations.NullMarked;
