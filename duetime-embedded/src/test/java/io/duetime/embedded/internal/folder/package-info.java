/** Tests of what lies in a store's folder beside the database. */
@NullMarked
package io.duetime.embedded.internal.folder;

import org.jspecify.annotations.NullMarked;
