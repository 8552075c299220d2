/** Tests of the files in a store's folder other than the database. */
@NullMarked
package io.duetime.embedded.internal.folder;

import org.jspecify.annotations.NullMarked;
