import { pageEditor } from "../_components/page-editor";

export const generateMetadata = pageEditor.createMetadata;
export default pageEditor.create;
